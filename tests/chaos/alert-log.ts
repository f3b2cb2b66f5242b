import { eventually } from '#tests/support/eventually.ts'
import type { Receipt } from './alert-receiver.ts'
import type { PostgresCluster } from './postgres-cluster.ts'

/** The history of an incident, in the order of the changes. */
export interface IncidentChange {
  readonly incidentId: number
  readonly event: 'opened' | 'reported' | 'forgotten'
  /** Set when it is reported. */
  readonly alertId: string | null
}

/** A delivery after a change of its tries, state or lease, in the order of the changes. Times are in milliseconds. */
export interface DeliveryChange {
  readonly at: number
  readonly alertId: string
  readonly tries: number
  readonly state: string
  /** Until when a node is trying it; undefined while none is. */
  readonly leaseUntil: number | undefined
}

export interface AlertLog {
  readonly incidents: readonly IncidentChange[]
  readonly deliveries: readonly DeliveryChange[]
  readonly receipts: readonly Receipt[]
}

export const MAX_DELIVERY_MS = 10 * 60_000

/**
 * Recorded by triggers, within the transactions that make the changes. Incidents and alerts count as older than they
 * are, so none waits for others and no hourly limit holds an alert back, and a delivery is taken over as soon as no try
 * can last. Successes count as older by the same time: a success before an incident does not end it.
 */
const SCHEMA = `
  create table chaos_incidents (seq bigint generated always as identity, incident_id int, event text, alert_id uuid);
  create table chaos_deliveries (
    seq bigint generated always as identity, at timestamptz, alert_id uuid, tries int, state text,
    lease_until timestamptz);
  create function chaos_age_incident() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then new.opened_at = new.opened_at - interval '15 minutes';
    elsif old.closed_at is null then new.closed_at = new.closed_at - interval '15 minutes'; end if;
    return new;
  end $$;
  create function chaos_age_success() returns trigger language plpgsql as $$ begin
    if new.last_success_at is distinct from old.last_success_at then
      new.last_success_at = new.last_success_at - interval '15 minutes';
    end if;
    return new;
  end $$;
  create function chaos_age_alert() returns trigger language plpgsql as $$ begin
    new.created_at = new.created_at - interval '2 hours';
    return new;
  end $$;
  create function chaos_shorten_lease() returns trigger language plpgsql as $$ begin
    new.lease_until = least(new.lease_until, clock_timestamp() + interval '20 seconds');
    return new;
  end $$;
  create function chaos_record_incident() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into chaos_incidents (incident_id, event) values (new.id, 'opened');
    elsif tg_op = 'DELETE' then
      insert into chaos_incidents (incident_id, event) values (old.id, 'forgotten');
    elsif new.alert_id is distinct from old.alert_id and new.alert_id is not null then
      insert into chaos_incidents (incident_id, event, alert_id) values (new.id, 'reported', new.alert_id);
    end if;
    return null;
  end $$;
  create function chaos_record_delivery() returns trigger language plpgsql as $$ begin
    insert into chaos_deliveries (at, alert_id, tries, state, lease_until)
    values (clock_timestamp(), new.alert_id, new.tries, new.state, new.lease_until);
    return null;
  end $$;
  create trigger chaos_incident_aged before insert or update on alert_incidents
    for each row execute function chaos_age_incident();
  create trigger chaos_success_aged before update on all_tasks
    for each row execute function chaos_age_success();
  create trigger chaos_alert_aged before insert on alerts for each row execute function chaos_age_alert();
  create trigger chaos_lease_shortened before update on alert_deliveries
    for each row execute function chaos_shorten_lease();
  create trigger chaos_incident_changed after insert or update or delete on alert_incidents
    for each row execute function chaos_record_incident();
  create trigger chaos_delivery_changed after insert or update on alert_deliveries
    for each row execute function chaos_record_delivery();`

/** Records all incidents and deliveries from now on. */
export async function recordAlerts(cluster: PostgresCluster): Promise<void> {
  await cluster.query(SCHEMA)
}

export async function readAlertLog(cluster: PostgresCluster): Promise<Omit<AlertLog, 'receipts'>> {
  const incidents = await cluster.query<IncidentChange>(
    'select incident_id as "incidentId", event, alert_id as "alertId" from chaos_incidents order by seq',
  )
  const rows = await cluster.query<Pick<DeliveryChange, 'alertId' | 'tries' | 'state'> & RawDelivery>(`
    select extract(epoch from at) * 1000 as at, alert_id as "alertId", tries, state,
      extract(epoch from lease_until) * 1000 as "leaseUntil" from chaos_deliveries order by seq`)
  const deliveries = rows.map(({ at, leaseUntil, ...row }) => ({
    ...row,
    at: Number(at),
    leaseUntil: leaseUntil === null ? undefined : Number(leaseUntil),
  }))
  return { incidents, deliveries }
}

interface RawDelivery {
  at: string
  leaseUntil: string | null
}

/** Waits until all alerts are delivered. Gives up after a while, and the check then reports missing alerts. */
export async function untilAlertsDelivered(cluster: PostgresCluster): Promise<void> {
  await eventually({
    what: 'all alerts to be delivered',
    read: () =>
      cluster.query(`
        select 'incident' as what, id, message as about from alert_incidents
        union all select 'delivery', id, answer from alert_deliveries where state = 'waiting'`),
    until: (open) => open.length === 0,
    timeoutMs: MAX_DELIVERY_MS,
  }).catch((error: Error) => console.log(error.message))
}
