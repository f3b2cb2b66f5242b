import { isDeepStrictEqual } from 'node:util'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import { type PushEvent, PushMessage } from '#contract/event.ts'
import { EVENT_POSITION_HEADER } from '#contract/event-position.ts'
import type { Route } from '#contract/route.ts'
import type { Task } from '#contract/task.ts'
import { parseInput } from '#server/http/parse-input.ts'
import { type PageAnswer, type PageCall, type PageReply, startPageServer } from '#tests/spec/support/page-server.ts'
import { findRoute } from '#tests/support/require-declared-error.ts'
import { preparedReplies } from './prepared-replies.ts'
import type { PreparedReply } from './prepared-reply.ts'
import { initialState, type ScreenState } from './screen-state.ts'
import type { OtherReply } from './server-reply.ts'

export type ScreenServer = Awaited<ReturnType<typeof startScreenServer>>

/**
 * Serves the built page and answers its calls from prepared replies. Both the calls and the replies have to follow the
 * contract. Changes are pushed to open pages, as the real server does.
 */
export async function startScreenServer() {
  const replies = new Map<Route, PreparedReply>(preparedReplies.map((prepared) => [prepared.route, prepared]))
  let state = initialState()
  const otherAnswers = new Map<Route, () => OtherReply | undefined | Promise<OtherReply | undefined>>()
  let problems: string[] = []
  const stream = openStream()

  async function answer(call: PageCall): Promise<PageAnswer> {
    const route = findRoute(call.method, call.path)
    if (route === api.events.stream) return stream.connect()
    const other = await (route && otherAnswers.get(route)?.())
    return route && other ? writeOther(route, other) : answerPrepared(call, route)
  }

  function answerPrepared(call: PageCall, route: Route | undefined): PageAnswer {
    const prepared = route && replies.get(route)
    if (!route || !prepared) return fail(`No reply is prepared for ${call.method} ${call.path}`)
    if (!mayCall(route, state)) return refuse(new Refusal('unauthenticated', 'Please sign in first'))
    const before = { ...state }
    const headers = { [EVENT_POSITION_HEADER]: stream.position() }
    try {
      const input = parseInput(route, { ...call, params: readParams(route, call.path) })
      const reply = prepared.handler(input as never, state)
      stream.push(describeChanges(before, state))
      return { headers, ...writeReply(route, reply) }
    } catch (error) {
      if (error instanceof Refusal) return refuse(error)
      return fail(`${call.method} ${call.path}: ${String(error)}`)
    }
  }

  function writeReply(route: Route, reply: unknown): PageReply {
    const { method, path, reply: schema } = route
    const status = route.status ?? 200
    if ('contentType' in schema) return { headers: { 'content-type': schema.contentType }, text: String(reply) }
    const parsed = schema.safeParse(reply)
    if (!parsed.success) return fail(`The reply to ${method} ${path} breaks the contract: ${parsed.error.message}`)
    // Without undeclared fields, as the server sends it.
    return parsed.data === undefined ? { status } : { status, json: parsed.data }
  }

  /** Only an error, and a reply that is broken on purpose, may break the contract. */
  function writeOther(route: Route, other: OtherReply): PageAnswer {
    if (other === 'none') return 'hang up'
    const { status = route.status ?? 200, body, isBroken = false } = other
    if (status < 400 && !isBroken) return writeReply(route, body)
    return typeof body === 'string' ? { status, text: body } : { status, json: body }
  }

  function fail(problem: string): PageReply {
    problems.push(problem)
    return { status: 501, json: new Refusal('unexpected', problem).toReply() }
  }

  const server = await startPageServer(answer)
  return {
    ...server,
    get state(): ScreenState {
      return state
    },
    /** Calls without a prepared reply, and replies that break the contract. */
    get problems(): readonly string[] {
      return problems
    },
    /** Answers a call in another way, unless `answer` has no reply, until the returned function is called. */
    answerWith(route: Route, answer: () => OtherReply | undefined | Promise<OtherReply | undefined>): () => void {
      otherAnswers.set(route, answer)
      return () => otherAnswers.delete(route)
    },
    /** Changes tasks as runs do, and pushes them to open pages. */
    changeTasks(change: (task: Task) => Partial<Task>): void {
      const before = { ...state }
      state.tasks = state.tasks.map((task) => ({ ...task, ...change(task) }))
      stream.push(describeChanges(before, state))
    },
    changeTask(id: number, fields: Partial<Task>): void {
      this.changeTasks((task) => (task.id === id ? fields : {}))
    },
    reset(): void {
      state = initialState()
      problems = []
      otherAnswers.clear()
      stream.end()
    },
  }
}

const refuse = (refusal: Refusal) => ({ status: refusal.status, json: refusal.toReply() })

/** Whether a visitor, or the signed-in user, may make a call. */
function mayCall({ access }: Route, { isSignedIn, info }: ScreenState): boolean {
  return isSignedIn || access === 'anyone' || info.open_screens.some((screen) => screen === access)
}

/** The events that tell open pages of changed tasks and types. */
function describeChanges(before: ScreenState, { tasks, types, runAll }: ScreenState): PushMessage {
  // Most calls change nothing, and a comparison of many tasks takes longer than most calls.
  const isListChanged = tasks !== before.tasks
  const earlier = new Map(before.tasks.map((task) => [task.id, task]))
  const changed = tasks.filter((task) => isListChanged && !isDeepStrictEqual(task, earlier.get(task.id)))
  const ids = new Set(tasks.map(({ id }) => id))
  const removed = before.tasks.filter(({ id }) => !ids.has(id))
  const events: PushEvent[] = []
  if (changed.length > 0 || removed.length > 0) {
    const perType = Object.groupBy(tasks, ({ sync_task_type_id }) => sync_task_type_id)
    events.push({
      kind: 'tasks',
      tasks: changed,
      edited_ids: changed.map(({ id }) => id),
      removed_ids: removed.map(({ id }) => id),
      counts: {
        total: tasks.length,
        of_type: Object.fromEntries(Object.entries(perType).map(([id, some = []]) => [id, some.length])),
      },
    })
  }
  if (!isDeepStrictEqual(types, before.types)) events.push({ kind: 'changed', what: 'task_types' })
  if (runAll !== before.runAll) events.push({ kind: 'changed', what: 'schedules' })
  return events
}

/** A stream of events to every open page. */
function openStream() {
  const pages = new Set<{ write: (text: string) => unknown; end: () => unknown }>()
  let last = 0
  const position = () => `screens.${last}`
  const write = (message: PushMessage) => `id: ${position()}\ndata: ${JSON.stringify(message)}\n\n`
  return {
    position,
    connect: (): PageAnswer => ({
      stream: (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(write([]))
        pages.add(response)
        response.on('close', () => pages.delete(response))
      },
    }),
    push(message: PushMessage): void {
      if (message.length === 0) return
      last += 1
      const text = write(PushMessage.parse(message))
      for (const page of pages) page.write(text)
    },
    end(): void {
      for (const page of pages) page.end()
      pages.clear()
    },
  }
}

/** The values of the parameters in the path of a route. */
function readParams(route: Route, path: string): Record<string, string> {
  const values = path.split('/')
  const names = route.path
    .split('/')
    .flatMap((part, index) => (part.startsWith(':') ? [{ name: part.slice(1), index }] : []))
  return Object.fromEntries(names.map(({ name, index }) => [name, decodeURIComponent(values[index] ?? '')]))
}
