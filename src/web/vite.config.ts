import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = 'http://127.0.0.1:3000'
const SERVER_PATHS = ['/api', '/auth', '/dev/logs', '/csv_jobs', '/docs', '/openapi.json', '/oidc']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
