import type { PageCall, PageReply } from './page-server.ts'
import type { Fields, State } from './records.ts'

/** A request the server received. */
export interface Received extends PageCall {
  /** The line of `calls` that it matches; undefined for a call that is not in the specification. */
  call: Call | undefined
  /** The ids in the path, in order. */
  ids: number[]
}

type Handler = (state: State, request: Received) => PageReply

/** Every call in section 7 of the specification, with the smallest reply its table allows. */
export const calls = {
  'GET /auth/check': ({ isSignedIn }) => ({ json: { authenticated: isSignedIn, user: isSignedIn ? {} : null } }),
  'GET /auth/logout': (state) => {
    state.isSignedIn = false
    return { json: { success: true } }
  },
  'GET /auth/login': () => ({ text: '<title>The sign-in provider</title>' }),

  'GET /api/sync_tasks': ({ tasks, pageSize }, { query }) => {
    const start = (Number(query['page']) - 1) * pageSize
    return {
      json: {
        syncTasks: tasks.slice(start, start + pageSize),
        totalPages: Math.max(1, Math.ceil(tasks.length / pageSize)),
      },
    }
  },
  'GET /api/sync_tasks/status_all': ({ tasks }) => ({
    json: {
      all_running_status: Object.fromEntries(
        tasks.map(({ id, running_status, task_status }) => [id, { running_status, task_status }]),
      ),
    },
  }),
  'GET /api/sync_tasks/:id': (state, request) => {
    const task = findTask(state, request)
    return task ? { json: task } : { status: 404 }
  },
  'POST /api/sync_tasks': (state, { body }) => {
    const created = { ...(body as Fields), id: 100 + state.tasks.length }
    state.tasks.push(created)
    return { status: 201, json: created }
  },
  'PUT /api/sync_tasks/:id': (state, request) => ({ json: changeTask(state, request, request.body as Fields) }),
  'DELETE /api/sync_tasks/:id': (state, { ids: [id] }) => {
    state.tasks = state.tasks.filter((task) => task['id'] !== id)
    return { status: 204 }
  },
  'POST /api/sync_tasks/:id/execute': (state, request) => {
    changeTask(state, request, { running_status: true, task_status: 'Queued' })
    return { json: { status: 'success', message: 'Sync task started.' } }
  },
  'POST /api/sync_tasks/stop/:id': (state, request) => {
    changeTask(state, request, { running_status: false, task_status: 'Stopped' })
    return { status: 200 }
  },
  'POST /api/sync_tasks/execute_all': (state) => {
    state.tasks = state.tasks.map((task) => ({ ...task, running_status: true, task_status: 'Queued' }))
    return { json: { status: 'success', message: 'All tasks started.' } }
  },
  'POST /api/sync_tasks/stop_all': () => ({ status: 204 }),
  'POST /api/sync_tasks/reset_running_status': () => ({ json: { reset_count: 2 } }),
  'DELETE /api/sync_tasks/delete_all': (state) => {
    state.tasks = []
    return { status: 204 }
  },
  'POST /api/sync_tasks/toggle_all_active': (state, { body }) => {
    const { target_state: is_active } = body as Fields
    state.tasks = state.tasks.map((task) => ({ ...task, is_active }))
    return { status: 200 }
  },
  'POST /api/sync_tasks/:id/toggle_active': (state, request) => {
    const { is_active } = request.body as Fields
    changeTask(state, request, { is_active })
    return { json: { is_active, message: 'Updated.' } }
  },
  'POST /api/sync_tasks/:id/reposition': () => ({ json: { status: 'success', message: 'Moved.' } }),
  'POST /api/sync_task_types/:id/run_group': () => ({ json: { status: 'success', message: 'Group started.' } }),
  'POST /api/sync_task_types/:id/stop_group': () => ({ json: { status: 'success', message: 'Group stopped.' } }),

  'GET /api/sync_tasks/export': () => ({ text: 'id,name\n1,Task 1\n', headers: { 'content-type': 'text/csv' } }),
  'POST /api/sync_tasks/import': () => ({ json: { status: 'success', message: 'Imported 2 tasks.' } }),
  'GET /api/sync_tasks/:id/logs': ({ logs }) => ({ json: logs }),
  'DELETE /api/sync_tasks/:id/logs': (state) => {
    state.logs = []
    return { status: 200 }
  },
  'GET /api/sync_tasks/:id/data_copy/columns': ({ columns }) => ({
    json: { available_columns: columns, default_selected_columns: columns.slice(0, 2) },
  }),
  'GET /api/sync_tasks/:id/data_copy': ({ rows }, { query }) => {
    const offset = Number(query['offset'])
    return { json: { data: rows.slice(offset, offset + Number(query['limit'])) } }
  },
  'GET /api/scheduled_tasks': ({ schedule }) => ({ json: schedule }),
  'GET /api/sync_tasks/schedule_run_all': ({ runAllTimes }) => ({ json: { scheduled_times: runAllTimes } }),
  'POST /api/sync_tasks/schedule_run_all': (state, { body }) => {
    state.runAllTimes = (body as { scheduled_times: string[] }).scheduled_times
    return { json: { message: 'Schedule saved.' } }
  },
  'GET /dev/logs/files': ({ devLogs }) => ({ json: Object.keys(devLogs) }),
  'GET /dev/logs': ({ devLogs }, { query }) => {
    const lines = devLogs[query['file'] ?? '']
    return lines ? { json: lines } : { status: 404 }
  },
  'DELETE /dev/logs': (state, { query }) => {
    state.devLogs[query['file'] ?? ''] = []
    return { status: 200 }
  },

  'GET /api/sync_task_types': ({ types }) => ({ json: types }),
  'POST /api/sync_task_types': (state, { body }) => {
    state.types.push({ ...(body as Fields), id: 100 + state.types.length })
    return { status: 200 }
  },
  'PUT /api/sync_task_types/:id': (state, { ids: [id], body }) => {
    state.types = state.types.map((type) => (type['id'] === id ? { ...type, ...(body as Fields) } : type))
    return { status: 200 }
  },
  'DELETE /api/sync_task_types/:id': (state, { ids: [id] }) => {
    state.types = state.types.filter((type) => type['id'] !== id)
    return { status: 200 }
  },
  'PATCH /api/sync_task_types/order': (state, { body }) => {
    const { order } = body as { order: number[] }
    state.types.sort((a, b) => order.indexOf(Number(a['id'])) - order.indexOf(Number(b['id'])))
    return { status: 200 }
  },
  'POST /api/sync_task_types/import_csv': () => ({ json: { job_id: 8 } }),
  'GET /api/sync_task_types/export_csv': () => ({
    text: 'id,name\n1,Type 1\n',
    headers: { 'content-type': 'text/csv', 'x-csv-job-id': '9' },
  }),
  'GET /csv_jobs/api/csv_import_export_jobs': ({ jobs }) => ({ json: jobs }),
} satisfies Record<string, Handler>

export type Call = keyof typeof calls

/** The line of the table a request matches, with the ids in its path. A path without ids is preferred. */
export function findCall(method: string, path: string): { call: Call; ids: number[] } | undefined {
  const found = (Object.keys(calls) as Call[]).flatMap((call) => {
    const [callMethod, pattern = ''] = call.split(' ')
    if (callMethod !== method) return []
    const match = new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path)
    return match ? [{ call, ids: match.slice(1).map(Number) }] : []
  })
  return found.find(({ ids }) => ids.length === 0) ?? found[0]
}

function findTask({ tasks }: State, { ids: [id] }: Received): Fields | undefined {
  return tasks.find((task) => task['id'] === id)
}

function changeTask(state: State, request: Received, change: Fields): Fields {
  const changed = { ...findTask(state, request), ...change }
  state.tasks = state.tasks.map((task) => (task['id'] === changed['id'] ? changed : task))
  return changed
}
