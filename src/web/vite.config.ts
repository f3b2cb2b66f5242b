import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const SERVER_PATHS = ['/api', '/auth', '/dev/logs', '/csv_jobs', '/docs', '/openapi.json', '/oidc']

/** Smaller files do not travel faster when they are compressed. */
const MIN_COMPRESSED_BYTES = 1024

/** Writes each text file in two compressed forms beside it, of which the server sends the one that a browser takes. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css|html|svg)$/.test(file.fileName)) continue
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (source.length < MIN_COMPRESSED_BYTES) continue
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source) })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source) })
        }
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER, changeOrigin: false }])) },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Nothing may be inlined as a data: address; the page's content policy would refuse it.
    assetsInlineLimit: 0,
    // Below these versions light-dark() would be rewritten in a way that loses the dark scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
  },
})
