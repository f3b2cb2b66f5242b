import { createHash } from 'node:crypto'
import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { isLoopback } from '#domain/is-loopback.ts'
import { type PublicOrigins, readOrigin } from './public-origins.ts'

interface HelmetParts {
  isHttps: boolean
  origins: () => PublicOrigins
  /** The HTML of the pages; undefined while they are not built. */
  pageHtml: string | undefined
  /** Whether pages load Google's Picker. */
  usesPicker: boolean
}

/** Disables browser features not needed by any page, so no injected script can use them. */
export const PERMISSIONS_POLICY = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((ability) => `${ability}=()`)
  .join(', ')

/** Headers of every response. Pages only run our own scripts, and no other site can frame them. */
export function helmetOptions({ isHttps, origins, pageHtml = '', usesPicker }: HelmetParts): FastifyHelmetOptions {
  const picker = usesPicker ? PICKER_SOURCES : NO_SOURCES
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...listInlineScripts(pageHtml), ...picker.script],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', ...picker.image],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...picker.connection],
        ...(usesPicker && { frameSrc: picker.frame }),
        // The form of the embedded sign-in is at the main origin, and redirects to the origin where the sign-in began.
        formAction: ["'self'", () => origins().all.filter(isValidSource).join(' ')],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    // Google's consent window reports back to the page that opened it.
    crossOriginOpenerPolicy: { policy: usesPicker ? 'same-origin-allow-popups' : 'same-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  }
}

interface PickerSources {
  readonly script: readonly string[]
  readonly frame: string[]
  readonly image: readonly string[]
  readonly connection: readonly string[]
}

/** Hosts Google's Picker needs. https://github.com/googleworkspace/drive-picker-element#content-security-policy-csp */
const PICKER_SOURCES: PickerSources = {
  script: ['https://apis.google.com', 'https://accounts.google.com'],
  frame: ['https://docs.google.com', 'https://drive.google.com', 'https://accounts.google.com'],
  image: ['https://*.googleusercontent.com'],
  connection: ['https://*.googleapis.com', 'https://accounts.google.com'],
}
const NO_SOURCES: PickerSources = { script: [], frame: [], image: [], connection: [] }

/** Whether a policy may name an origin. Browsers ignore IPv6 addresses in a policy and report each as an error. */
function isValidSource(origin: string): boolean {
  return !new URL(origin).hostname.startsWith('[')
}

/** Lists the hashes of the inline scripts in the HTML. */
function listInlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script>([^<]*)<\/script>/g)
  return [...scripts].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

interface HostRules {
  origins: PublicOrigins
  /** Whether the app listens on a loopback address. It then accepts every name of this machine, with any port. */
  isLocalOnly: boolean
}

/**
 * Rejects requests for any host except the hosts in `PUBLIC_URL` and, on a loopback address, the names of this machine. This
 * prevents DNS rebinding: a web page can point its own name at this machine, or at a machine in its visitor's network, and then
 * read everything open there. Its requests still carry that name. A request without a `Host` header comes from a program. A
 * request with two `Host` headers is rejected, because a proxy may have checked only the other one.
 */
export function refuseForeignHost(
  { headers: { host }, raw }: Pick<FastifyRequest, 'headers'> & { raw: { rawHeaders: readonly string[] } },
  { origins, isLocalOnly }: HostRules,
): void {
  if (raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1) {
    throw new Refusal('invalid', 'Send a single Host header.')
  }
  if (host === undefined || readOrigin(origins, host) !== undefined || (isLocalOnly && isLocalName(host))) return
  throw new Refusal(
    'forbidden',
    `Nano Sync does not answer to this address. Open it at ${origins.main}. To use another address, add it to PUBLIC_URL; a proxy must pass on the Host header.`,
  )
}

function isLocalName(host: string): boolean {
  const hostname = URL.parse(`http://${host}`)?.hostname
  return hostname !== undefined && isLoopback(hostname)
}

/**
 * Rejects a change that a page of another site requests with the user's cookie. Browsers always send the origin of a change. A
 * client that sends neither header is not a browser, and uses its own cookie.
 */
export function refuseForeignChange(request: Pick<FastifyRequest, 'headers'>, { main, all }: PublicOrigins): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isForeignOrigin = origin !== undefined && !all.includes(origin)
  if (isForeignSite || isForeignOrigin) {
    throw new Refusal(
      'forbidden',
      `This request came from another site. Open Nano Sync at ${main} and try again there.`,
    )
  }
}
