/** Whether a host name or address always means this machine. Accepts IPv6 addresses with or without the brackets of URLs. */
export function isLoopback(host: string): boolean {
  const isName = host === 'localhost' || host.endsWith('.localhost')
  return isName || /^(\[::1]|::1)$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
