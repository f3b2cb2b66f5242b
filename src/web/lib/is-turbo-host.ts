/** True where the host's name asks for the Turbo variant. */
export function isTurboHost(hostName: string): boolean {
  return hostName.toLowerCase().includes('turbo')
}
