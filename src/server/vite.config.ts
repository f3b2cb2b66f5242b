import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import type { BuildInfo } from './config/build-info.ts'
import { UNBUNDLED_PACKAGES } from './unbundled-packages.ts'

/** File of a thread or process, beside the module that starts it. */
const STARTED_FILE = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

function buildStartedFiles(): Plugin {
  return {
    name: 'build-started-files',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(src\/server|packages)\//, code: STARTED_FILE },
      async handler(code, importer) {
        for (const [, name] of code.matchAll(STARTED_FILE)) {
          const file = await this.resolve(`./${name}.ts`, importer)
          if (file) this.emitFile({ type: 'chunk', id: file.id, fileName: `${name}.js` })
        }
        return { code: code.replaceAll(STARTED_FILE, "new URL('./$1.js', import.meta.url)"), map: null }
      },
    },
  }
}

/** Copies the sample data beside the server, where its code looks for it as in the sources. */
function copySampleData(): Plugin {
  return {
    name: 'copy-sample-data',
    writeBundle({ dir = '' }) {
      cpSync(join(import.meta.dirname, 'samples/data'), join(dir, 'data'), { recursive: true })
    },
  }
}

/**
 * Leaves packages out of source maps, which would otherwise be six times as large. Stack traces only need positions in our
 * sources.
 */
function leavePackagesUnmapped(): Plugin {
  return {
    name: 'leave-packages-unmapped',
    transform: { filter: { id: /\/node_modules\// }, handler: (code) => ({ code, map: { mappings: '' } }) },
  }
}

/**
 * Reads the origin of the build. `COMMIT` replaces a missing clone, as in the build of an image. `SOURCE_DATE_EPOCH` makes a
 * build reproducible.
 */
function builtFrom(): BuildInfo {
  const { COMMIT, SOURCE_DATE_EPOCH } = process.env
  const describe = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=40']
  const { stdout } = spawnSync('git', describe, { cwd: import.meta.dirname, encoding: 'utf8' })
  const commit = COMMIT || stdout?.trim()
  const builtAt = SOURCE_DATE_EPOCH ? new Date(Number(SOURCE_DATE_EPOCH) * 1000) : new Date()
  return { ...(commit && { commit }), builtAt: builtAt.toISOString() }
}

// Bundle the server: loading a few files takes a third of the time and two thirds of the memory of loading 1,700.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [buildStartedFiles(), copySampleData(), leavePackagesUnmapped()],
  define: { BUILT_FROM: JSON.stringify(builtFrom()) },
  // Use only the fields that Node itself would use.
  resolve: { mainFields: [] },
  ssr: {
    noExternal: true,
    external: UNBUNDLED_PACKAGES,
    resolve: { conditions: ['node'] },
  },
  build: {
    ssr: true,
    emptyOutDir: true,
    // List the packages in the bundle, for the list of components of a release.
    license: { fileName: 'packages.json' },
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'main.ts',
        // Entries imported by the browser tests.
        run: 'start/run.ts',
        'start-emulator-thread': '../../packages/sheets-emulator/src/start-emulator-thread.ts',
        // Entries for a release, which only contains built files.
        'nano-sync': '../cli/main.ts',
        backup: '../../scripts/backup.ts',
        restore: '../../scripts/restore.ts',
        'move-to-postgres': '../../scripts/move-to-postgres.ts',
        doctor: '../../scripts/doctor.ts',
      },
      // A package of oidc-provider uses `eval` to name functions.
      checks: { eval: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        // Keep the names of classes even if two packages use the same name, because some packages use them at run time.
        keepNames: true,
      },
    },
  },
})
