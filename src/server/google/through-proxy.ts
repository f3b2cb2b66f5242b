/**
 * For `noProxy` of Google's library: the proxy is left to Node, which also knows to reach this machine without it. The
 * library's own agent cuts off the page with which a proxy refuses to connect, and reports a broken connection instead.
 */
export const LEFT_TO_NODE = [/./]

/** How Node, and its fetch, report a proxy's refusal to connect to a host. */
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
