import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Incident, SnoozableAlert } from '#contract/incident.ts'

const REVOKED =
  'Access to Google Sheets for sync@example.com was revoked or has expired. To restore it, connect it again.'

/** Loads the page again with an alert and one of its tasks: a real alert takes minutes. */
export async function showAlert(page: Page): Promise<void> {
  const snoozed = { snooze: 'week', snoozed_until: '2030-01-15T09:00:00.000Z', snoozed_by: 'ada@example.com' } as const
  const alert: SnoozableAlert = {
    title: '98 tasks: Access to Google Sheets for sync@example.com was revoked or has expired',
    reason: null,
    at: new Date().toISOString(),
    open_count: 99,
    snooze: null,
    snoozed_until: null,
    snoozed_by: null,
  }
  const incident: Incident = {
    kind: 'failed',
    cause: 'access_ended',
    message: REVOKED,
    opened_at: new Date().toISOString(),
    ...snoozed,
  }
  await page.route(
    ({ pathname }) => pathname === api.incidents.alert.path,
    (call) => (call.request().method() === 'GET' ? call.fulfill({ json: alert }) : call.fallback()),
  )
  await page.route(
    ({ pathname }) => pathname.endsWith('/incidents'),
    (call) => call.fulfill({ json: { incidents: [incident], affected: null } }),
  )
  await page.reload()
}
