import fastifyCompress from '@fastify/compress'
import Fastify from 'fastify'

// Measures the minimum cost of a call: Fastify only sends the same JSON. The parent process provides each reply first.
const app = Fastify()
const replies = new Map<string, unknown>()
await app.register(fastifyCompress, { encodings: ['gzip'], threshold: 1024, zlibOptions: { level: 1 } })
app.get('*', (request, reply) => reply.send(replies.get(request.url)))
process.on('message', ({ path, body }: { path: string; body: unknown }) => {
  replies.set(path, body)
  process.send?.('stored')
})
process.on('disconnect', () => process.exit())
process.send?.(await app.listen({ port: 0 }))
