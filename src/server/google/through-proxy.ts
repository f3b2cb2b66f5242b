/**
 * Value for `noProxy` of Google's library. It leaves the proxy to Node, because Node also reaches this machine directly. If a
 * proxy refuses to connect, the library's own agent drops the proxy's page and reports a broken connection.
 */
export const LEFT_TO_NODE = [/./]

/** Messages of Node and its fetch about a proxy's refusal to connect to a host. */
const REFUSALS = [/ via \S+: HTTP\/\d\.\d (\d{3})\b/, /^Proxy response \((\d{3})\) !== 200/]

/** The status of a proxy's refusal to connect to a host, such as 407; undefined for any other error. */
export function findProxyStatus(error: unknown): number | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    for (const pattern of REFUSALS) {
      const status = pattern.exec(at.message)?.[1]
      if (status !== undefined) return Number(status)
    }
  }
  return undefined
}
