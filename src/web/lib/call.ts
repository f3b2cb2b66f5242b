import { z } from 'zod'
import type { CallInput, Reply, Route, Upload } from '#contract/route.ts'
import { addressOf, type SentParts } from './address-of.ts'
import { request } from './request.ts'

/** A call's input, left out when its route takes none. */
export type CallArgs<R extends Route> = unknown extends CallInput<R> ? [] : [input: CallInput<R>]

interface Options {
  signal?: AbortSignal
}

/**
 * Makes a call and answers its parsed reply, undefined for 204.
 * @throws CallError when it was refused or no response came
 */
export function call<const R extends Route>(route: R, ...[input]: CallArgs<R>): Promise<Reply<R>> {
  return send(route, input)
}

/** As `call`, given up when the signal is raised. */
export async function send<const R extends Route>(
  route: R,
  input: CallInput<R> | undefined,
  { signal }: Options = {},
): Promise<Reply<R>> {
  const parts = (input ?? {}) as SentParts
  const response = await request(addressOf(route, parts), {
    method: route.method,
    ...(parts.body !== undefined && {
      body: JSON.stringify(parts.body),
      headers: { 'content-type': 'application/json' },
    }),
    ...(signal && { signal }),
  })
  return replyIn(route, response)
}

/** Sends a file as multipart form data, in the field that the route names; answers the parsed reply. */
export async function upload<const R extends Route & { upload: Upload }>(route: R, file: File): Promise<Reply<R>> {
  const form = new FormData()
  form.set(route.upload.field, file)
  return replyIn(route, await request(addressOf(route, {}), { method: route.method, body: form }))
}

async function replyIn<R extends Route>(route: R, response: Response): Promise<Reply<R>> {
  const body: unknown = response.status === 204 ? undefined : await response.json()
  return (route.reply instanceof z.ZodType ? route.reply.parse(body) : body) as Reply<R>
}
