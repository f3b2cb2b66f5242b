import type { Socket } from 'node:net'
import { Refusal } from '#contract/errors.ts'

const responses: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The address and the headers are longer than 16 kB together: send a shorter address',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'The request took too long to arrive' },
}
const UNREADABLE = { status: '400 Bad Request', message: 'The request could not be read' }

/** Responds to a request Node cannot parse, with the same JSON as for every other error. */
export function replyToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, message } = responses[error.code ?? ''] ?? UNREADABLE
  const body = JSON.stringify(new Refusal('invalid', message).toReply())
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
