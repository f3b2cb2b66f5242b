/**
 * Imports a module of `peers` in a way that TypeScript does not follow: its packages are installed only for benchmarks, and
 * `npm run types:peers` checks it.
 */
export async function loadPeer<Peer>(name: string): Promise<Peer> {
  const module: { peer: Peer } = await import(`./peers/${name}.ts`)
  return module.peer
}
