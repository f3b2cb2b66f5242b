import type { Route } from '#contract/route.ts'
import { addressOf } from './address-of.ts'
import { request } from './request.ts'

export interface FileReply {
  blob: Blob
  headers: Headers
  /** As the server names it in content-disposition. */
  fileName: string | undefined
}

/**
 * Fetches a file without reading it as JSON.
 * @throws CallError, with code 'timeout' when it took longer than `timeoutMs`
 */
export async function callForFile(route: Route, { timeoutMs }: { timeoutMs?: number } = {}): Promise<FileReply> {
  const response = await request(addressOf(route, {}), {
    method: route.method,
    ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const fileName = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { blob: await response.blob(), headers: response.headers, fileName }
}
