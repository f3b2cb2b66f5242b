import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** Builds the command line as a single file, for people without the server. */
export default defineConfig({
  root: import.meta.dirname,
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  resolve: { mainFields: [] },
  ssr: { noExternal: true, resolve: { conditions: ['node'] } },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: { 'nano-sync': 'main.ts' },
      checks: { eval: false },
      output: {
        entryFileNames: '[name].mjs',
        codeSplitting: false,
        keepNames: true,
        banner: '#!/usr/bin/env node',
      },
    },
  },
})
