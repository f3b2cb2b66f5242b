import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** The fate of bytes: they pass, wait until `restore`, or disappear. */
type Flow = 'pass' | 'wait' | 'drop'

interface Link {
  /** Accepted from the client, and opened to the target. */
  readonly ends: readonly [Socket, Socket]
  /** A connection cannot continue after dropped bytes: it stays silent after `restore`. */
  flow: Flow
}

/** A TCP proxy in front of a server. A test uses it to break and repair the network. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  readonly connectionCount: number
  /** `url` with the proxy's address in place of the server's. */
  proxiedUrl(url: string): string
  /** Resets every connection (RST). New connections work. A restarting server looks like this. */
  reset(): void
  /** Resets the next connection that sends `text`, for example a statement, before the server receives it. */
  resetOn(text: string): void
  /** Resets every connection, and refuses new connections until `restore`. A stopped server looks like this. */
  cut(): Promise<void>
  /** Holds all bytes, of new connections too, until `restore` delivers them. A frozen server looks like this. */
  stall(): void
  /**
   * Discards all bytes, of new connections too. Neither side learns that the other is gone, even if one closes its end.
   * After `restore`, new connections work, and old connections stay silent. A machine without power looks like this.
   */
  blackHole(): void
  /** Lets new connections pass, and delivers stalled bytes. */
  restore(): Promise<void>
}

/** Forwards connections on a free port of 127.0.0.1 to a server. Disposing of it resets all connections. */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const links = new Set<Link>()
  let flow: Flow = 'pass'
  let resetText: string | undefined
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const link: Link = { ends: [client, connect({ ...target, allowHalfOpen: true })], flow }
    links.add(link)
    const [, upstream] = link.ends
    forward(link, { from: client, to: upstream, onBytes: resetWhereWanted })
    forward(link, { from: upstream, to: client, onBytes: () => true })
    for (const end of link.ends) end.on('close', () => link.ends.every((each) => each.destroyed) && links.delete(link))

    function resetWhereWanted(bytes: Buffer): boolean {
      if (resetText === undefined || !bytes.includes(resetText)) return true
      resetText = undefined
      resetLink(link)
      return false
    }
  })
  const port = await listenOn(server, 0)

  function setFlow(next: Flow): void {
    flow = next
    for (const link of links) {
      if (link.flow === 'drop') continue
      link.flow = next
      for (const end of link.ends) {
        if (next === 'wait') end.pause()
        else end.resume()
      }
    }
  }

  const reset = () => links.forEach(resetLink)
  return {
    port,
    get connectionCount() {
      return links.size
    },
    proxiedUrl(url) {
      const proxied = new URL(url)
      proxied.hostname = '127.0.0.1'
      proxied.port = String(port)
      // The parameter would select a socket of the file system.
      proxied.searchParams.delete('host')
      return proxied.href
    },
    reset,
    resetOn(text) {
      resetText = text
    },
    async cut() {
      const closed = server.listening ? once(server, 'close') : undefined
      server.close()
      reset()
      await closed
    },
    stall: () => setFlow('wait'),
    blackHole: () => setFlow('drop'),
    async restore() {
      setFlow('pass')
      if (!server.listening) await listenOn(server, port)
    },
    async [Symbol.asyncDispose]() {
      server.close()
      reset()
    },
  }
}

/** Forwards bytes from a socket to another if `onBytes` returns true. */
function forward(
  link: Link,
  { from, to, onBytes }: { from: Socket; to: Socket; onBytes: (bytes: Buffer) => boolean },
): void {
  from.setNoDelay(true)
  from.on('data', (bytes) => {
    if (link.flow === 'drop' || !onBytes(bytes)) return
    if (to.writable) to.write(bytes)
  })
  from.on('end', () => link.flow !== 'drop' && to.end())
  // If one side breaks, the other breaks too, unless the network between them is down.
  from.on('error', () => undefined)
  from.on('close', (hadError) => link.flow !== 'drop' && (hadError ? to.destroy() : to.end()))
  if (link.flow === 'wait') from.pause()
}

function resetLink({ ends }: Link): void {
  for (const end of ends) end.resetAndDestroy()
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port')
  return address.port
}
