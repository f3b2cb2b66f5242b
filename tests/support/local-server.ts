import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

interface LocalServer extends AsyncDisposable {
  readonly url: string
}

/** Starts a server on this machine in place of a server on the internet. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
