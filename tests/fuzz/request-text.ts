/** A request before it becomes bytes. A header sent twice is listed twice. */
export interface FuzzedRequest {
  readonly method: string
  /** As it is sent: not necessarily a valid path. */
  readonly path: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | undefined
  readonly isIncomplete?: boolean
}

/** The request as it goes over the wire. Characters outside Latin-1 are sent as UTF-8. */
export function encodeRequest({ method, path, headers, body }: FuzzedRequest, port: number): Buffer {
  const has = (name: string) => headers.some(([sent]) => sent.toLowerCase() === name)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(has('host') ? [] : [`host: 127.0.0.1:${port}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined || has('content-length') || has('transfer-encoding')
      ? []
      : [`content-length: ${body.length}`]),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)])
}
