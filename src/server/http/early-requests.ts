import { api } from '#contract/api.ts'
import { formatAddress } from '#contract/format-address.ts'
import { TASKS_PAGE_SIZE } from '#contract/task-routes.ts'

/** Calls the task list makes before it shows its first card, if its address has no filter. */
const TASK_LIST_CALLS = [
  formatAddress(api.tasks.list, { query: { page: 1, limit: TASKS_PAGE_SIZE } }),
  formatAddress(api.taskTypes.list, {}),
  formatAddress(api.operations.info, {}),
]

interface PageRequest {
  /** The path, with the query string. */
  url: string
  isSignedIn: boolean
}

/** Builds the `Link` header of a page. The browser makes these calls while it loads the scripts, which reuse the replies. */
export function earlyRequests({ url, isSignedIn }: PageRequest): string {
  const calls = [formatAddress(api.auth.check, {}), ...(isSignedIn && url === '/sync_tasks' ? TASK_LIST_CALLS : [])]
  return calls.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`).join(', ')
}
