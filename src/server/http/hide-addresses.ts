import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import type { Caller } from './caller.ts'

const HIDDEN = 'hidden'
/* Maximum lengths of an address before and after the @. Longer text is not an address. The limits keep the search linear. */
const MAX_NAME_LENGTH = 64
const MAX_HOST_LENGTH = 253

const IN_NAME = /[^\s"'\\,;:<>()[\]/@]/
const IN_HOST = /[a-z\d.-]/i

/** Routes that show spreadsheet cells unchanged. */
const CELLS: ReadonlySet<Route> = new Set<Route>([
  api.dataCopy.page,
  api.dataCopy.columns,
  api.changeSets.page,
  api.previews.cells,
  api.runs.edits,
])

/** Whether a caller sees no addresses but their own. Somebody who finds a read-only token must not learn whom to deceive. */
export function seesNoAddresses(route: Route, caller: Caller | undefined): boolean {
  return caller?.token?.scope === 'read' && !CELLS.has(route)
}

/** Hides every email address but `own`, also within sentences. */
export function hideAddresses(json: string, own: string): string {
  let shown = ''
  let from = 0
  for (let at = json.indexOf('@'); at >= 0; at = json.indexOf('@', at + 1)) {
    const start = startOfName(json, at)
    const end = endOfHost(json, at)
    const host = json.slice(at + 1, end)
    if (start === at || start < from || !host.includes('.') || json.slice(start, end) === own) continue
    shown += json.slice(from, start) + HIDDEN
    from = end
  }
  return shown + json.slice(from)
}

function startOfName(json: string, at: number): number {
  let start = at
  while (start > 0 && at - start < MAX_NAME_LENGTH && IN_NAME.test(json.charAt(start - 1))) start -= 1
  return start
}

/** Finds the end of a host. A period after it belongs to the sentence. */
function endOfHost(json: string, at: number): number {
  let end = at + 1
  while (end - at <= MAX_HOST_LENGTH && IN_HOST.test(json.charAt(end))) end += 1
  while (/[.-]/.test(json.charAt(end - 1))) end -= 1
  return end
}
