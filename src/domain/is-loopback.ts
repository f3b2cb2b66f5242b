/** Whether a host name or address always leads to the machine itself, with or without the brackets of IPv6 in URLs. */
export function isLoopback(host: string): boolean {
  const isName = host === 'localhost' || host.endsWith('.localhost')
  return isName || /^(\[::1]|::1)$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
