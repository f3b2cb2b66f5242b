import { Link } from 'react-router'
import type { DepartedPerson, ExpiredAccount, LowDisk, Overview } from '#contract/overview.ts'
import { describeLowDisk } from '#domain/describe-low-disk.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { useAuth } from '../../../data/use-auth.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { LinkLine } from '../../../shared/link-list/link-line.tsx'
import classes from '../../../shared/link-list/link-list.module.css'
import { LinkSection } from '../../../shared/link-list/link-section.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { IncidentLine } from './incident-line.tsx'

/** Problems that need a person: incidents by their cause, accounts with expired access, and people who left. */
export function AttentionSection({ attention }: { attention: Overview['attention'] }) {
  const {
    incidents,
    incidents_count: count,
    accounts,
    departed,
    all_inactive: allInactive,
    low_disk: lowDisk,
  } = attention
  const { administrators } = useAuth()
  const isAdministrator = administrators === null || administrators.is_me
  const explained = new Set(incidents.flatMap(({ fix_action: fix }) => (fix?.kind === 'connect' ? fix.address : [])))
  const others = count - incidents.length
  return (
    <LinkSection
      title="Needs attention"
      aside={others > 0 && `and ${pluralize(others, 'other cause')}`}
      empty="Nothing needs your attention."
    >
      {lowDisk && isAdministrator && <LowDiskLine lowDisk={lowDisk} />}
      {allInactive && <AllInactiveLine inactive={allInactive} />}
      {incidents.map((incident) => (
        <IncidentLine key={`${incident.reason} ${incident.tasks[0]?.id}`} incident={incident} />
      ))}
      {accounts
        .filter(({ email }) => !explained.has(email))
        .map((account) => (
          <AccountLine key={account.email} account={account} />
        ))}
      {departed.map((person) => (
        <DepartedLine key={person.email} person={person} />
      ))}
    </LinkSection>
  )
}

/** Warning about low disk space. It is not a link, because the app offers no way to free space. */
function LowDiskLine({ lowDisk }: { lowDisk: LowDisk }) {
  return (
    <li>
      <div className={classes.line}>
        <span className={classes.lead}>
          <StatusDot status="Warning" />
        </span>
        <span className={classes.what}>
          <span className={classes.cause}>{describeLowDisk(lowDisk)}</span>
        </span>
        <span className={classes.detail}>Free some space there, or Nano Sync will no longer save anything.</span>
      </div>
    </li>
  )
}

function AllInactiveLine({ inactive }: { inactive: NonNullable<Overview['attention']['all_inactive']> }) {
  const { since, by, tasks_count: count } = inactive
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <LinkLine
      to={paths.tasks}
      lead={<StatusDot status="Warning" />}
      aside={pluralize(count, 'task')}
      detail="No schedule runs them until somebody activates them."
    >
      <span className={classes.cause}>
        All tasks are inactive
        {since !== null && (
          <>
            {' '}
            since <ExactTime at={since}>{formatShortTime(since, { nowMs, timezone })}</ExactTime>
          </>
        )}
        {by !== null && `, by ${by}`}
      </span>
    </LinkLine>
  )
}

/** An account with expired access. The link leads to the page where connecting again renews the access. */
function AccountLine({ account: { email, expired_at } }: { account: ExpiredAccount }) {
  return (
    <li>
      <Link to={paths.access} className={classes.line}>
        <span className={classes.lead}>
          <StatusDot status="Error" />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>{email}</span>
        </span>
        <span className={classes.when}>
          Access expired <RelativeTime at={expired_at} />
        </span>
        <span className={classes.detail}>
          Its tasks cannot read or write spreadsheets. Sign in with this account and connect it again.
        </span>
      </Link>
    </li>
  )
}

/** A person who left. Somebody else must take over their tasks, and turn on or delete their channels. */
function DepartedLine({ person: { email, held_tasks, channels, mail } }: { person: DepartedPerson }) {
  return (
    <li>
      <Link to={held_tasks > 0 ? paths.heldTasks : paths.alertChannels} className={classes.line}>
        <span className={classes.lead}>
          <StatusDot status="Warning" />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>{email}</span>
        </span>
        <span className={classes.when}>May no longer sign in</span>
        <span className={classes.detail}>
          {held_tasks > 0 && `${pluralize(held_tasks, 'task')} held until somebody takes over. `}
          {channels.length > 0 && `Alert channels turned off: ${channels.join(', ')}. `}
          {mail.length > 0 && `No longer mailed by: ${mail.join(', ')}.`}
        </span>
      </Link>
    </li>
  )
}
