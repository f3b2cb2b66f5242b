import { CallFailed } from '#client/call-failed.ts'
import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { Login } from './saved-login.ts'
import { describeIncident } from './show-status.ts'

export interface Check {
  isOk: boolean
  text: string
}

/** Checks in order everything that the command line needs from Nano Sync. A failed check ends the list. */
export async function diagnose({ url, token }: Login, version: string): Promise<Check[]> {
  const client = createClient({ url, token })
  const checks: Check[] = []
  const check = async (run: () => Promise<Check>) => {
    if (checks.at(-1)?.isOk === false) return
    checks.push(await run().catch((error: Error) => ({ isOk: false, text: error.message })))
  }
  await check(async () => {
    const info = await client.call(api.operations.info)
    const other = info.version === version ? '' : `; this command line is version ${version}`
    return { isOk: true, text: `${url} runs Nano Sync ${info.version}${other}` }
  })
  await check(async () => {
    const isReady = await client.call(api.operations.ready).then(() => true, isRefusal)
    return { isOk: isReady, text: isReady ? 'It is ready to work' : 'It is not ready: its log says why' }
  })
  await check(async () => {
    const { user } = await client.call(api.auth.check)
    return user ? { isOk: true, text: `The token is ${user.email}'s` } : { isOk: false, text: 'The token is not valid' }
  })
  await check(async () => {
    const { would_fail, last_check_at } = await client.call(api.accessCheck.get)
    const result = would_fail === 0 ? 'No task would fail' : `${pluralize(would_fail, 'task')} would fail`
    const text =
      last_check_at === null ? 'Access to the spreadsheets has not been checked yet' : `${result} for lack of access`
    return { isOk: would_fail === 0, text }
  })
  await check(async () => {
    const { attention } = await client.call(api.overview.get)
    const text = attention.incidents.map(describeIncident).join('; ')
    return { isOk: attention.incidents_count === 0, text: text === '' ? 'No task needs attention' : text }
  })
  return checks
}

/** Returns false for a refusal by the server. @throws any other error */
function isRefusal(error: unknown): false {
  if (error instanceof CallFailed) return false
  throw error
}
