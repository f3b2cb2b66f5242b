import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const SERVER_PATHS = [
  '/api',
  '/auth',
  '/dev/logs',
  '/csv_jobs',
  '/docs',
  '/help',
  '/openapi.json',
  '/oidc',
  '/oauth',
  '/.well-known',
  '/mcp',
  '/metrics',
]

/** Minimum size of a file to compress; smaller files do not pay off. */
const MIN_COMPRESSED_BYTES = 1024

const compressWithBrotli = promisify(brotliCompress)
const compressWithGzip = promisify(gzip)

/** Emits a Brotli and a gzip version of each text file; the server sends the version the browser accepts. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const compress = async ({ fileName, source }: { fileName: string; source: Buffer }) => {
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: await compressWithBrotli(source) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: await compressWithGzip(source) })
        }
        const files = Object.values(bundle)
          .filter(({ fileName }) => /\.(js|css|html|svg)$/.test(fileName))
          .map((file) => ({
            fileName: file.fileName,
            source: Buffer.from(file.type === 'chunk' ? file.code : file.source),
          }))
        await Promise.all(files.filter(({ source }) => source.length >= MIN_COMPRESSED_BYTES).map(compress))
      },
    },
  }
}

/** Scripts that every page loads first. */
const FIRST_SCRIPTS = ['index', 'libraries']

/**
 * Makes Chromium compile all functions of the first scripts while they load, on another thread. By default, Chromium compiles
 * a function on its first call, which took a fifth of the time until the first card.
 */
function compiledEarly(): Plugin {
  return {
    name: 'compiled-early',
    apply: 'build',
    generateBundle: {
      // Run last, because the comment must come first in the file.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !FIRST_SCRIPTS.includes(file.name)) continue
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

const JSON_SCHEMA_OF_ZOD = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/** Removes a fifth of zod: the conversion to JSON Schema, which only the server needs. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    load: {
      filter: { id: JSON_SCHEMA_OF_ZOD },
      handler(id) {
        const exported = readFileSync(id, 'utf8').matchAll(/^export (?:function|const) (\w+)/gm)
        return [...exported].map(([, name]) => `export const ${name} = () => undefined`).join('\n')
      },
    },
  }
}

const SUMMARY_OF_ROUTE = /^ +summary:\s+['"`].*['"`],$/gm

/** Removes the sentences about routes, which only the documentation of the API shows. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/contract\// },
      handler: (code) => ({ code: code.replaceAll(SUMMARY_OF_ROUTE, ''), map: null }),
    },
  }
}

/** Matches a Mantine component's module with the class names of its stylesheet. */
const MANTINE_CLASSES = /@mantine\/core\/esm\/components\/[^@]*\/(\w+)\.module\.mjs$/

/** Unused components that are bundled with Checkbox and Radio. */
const UNUSED_PARTS = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator']

/** Fails the build if `app/mantine.css` lacks the stylesheet of a Mantine component in use. */
function mantineStyled(): Plugin {
  return {
    name: 'mantine-styled',
    apply: 'build',
    generateBundle: {
      // Run last, because Vite adds the stylesheet to the bundle last.
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const styles = files.flatMap((file) => (file.type === 'asset' ? String(file.source) : '')).join('')
        const modules = files.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
        for (const [id, { code }] of modules) {
          const component = MANTINE_CLASSES.exec(id)?.[1]
          const classes = code?.match(/m_[0-9a-f]+/g) ?? []
          if (component === undefined || UNUSED_PARTS.includes(component) || classes.length === 0) continue
          if (classes.some((name) => styles.includes(name))) continue
          this.error(
            `app/mantine.css lacks the styles of ${component}: import @mantine/core/styles/${component}.css there.`,
          )
        }
      },
    },
  }
}

const LIBRARIES = /node_modules\//

/** Base styles that component styles override, so they belong in the first file. */
const BASE_STYLES = /inter\/wght\.css$|web\/(app|ui)\/[^/]+\.css$/

/** Small modules that many screens use. They share a file, because the first script names every separate file. */
const SMALL_SHARED =
  /\/(disclosure|full-height-screen|query-content|reserved-button|restored-notice|unsaved-guard|use-is-wide)\.tsx?$|\/(shared|ui)\/[\w-]+\.module\.css$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutJsonSchema(), withoutSummaries(), mantineStyled(), compiledEarly(), compressed()],
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER, changeOrigin: false }])) },
  build: {
    emptyOutDir: true,
    license: { fileName: 'packages.json' },
    // Inline nothing: the content security policy blocks data: URLs.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    // Every supported browser preloads modules without a polyfill.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    // For older targets, Vite rewrites light-dark() and loses the dark scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // The routes of a noun are loaded with the pages that call them.
      treeshake: { moduleSideEffects: [{ test: /src\/contract\//, sideEffects: false }] },
      output: {
        // The first script names all files loaded later. Short names in lower case compress best.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // A few files compress better than fifty, and take a request each. The second joins the script of the entry.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: (id) => LIBRARIES.test(id) || BASE_STYLES.test(id) },
            { name: 'app', tags: ['$initial'] },
            { name: 'shared', test: SMALL_SHARED },
          ],
        },
      },
    },
  },
})
