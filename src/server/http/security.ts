import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'

/** Headers of every response: pages run our own scripts only, and no other site can frame them. */
export function helmetOptions(o: { isHttps: boolean }): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: o.isHttps,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  }
}

/**
 * Rejects a change that a page of another site requests with the user's cookie. Browsers always send the origin of a
 * change; a client that sends neither header is not a browser, and uses a cookie of its own.
 */
export function refuseForeignChange(request: Pick<FastifyRequest, 'headers'>, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isForeignOrigin = origin !== undefined && origin !== new URL(publicUrl).origin
  if (isForeignSite || isForeignOrigin) {
    throw new Refusal(
      'forbidden',
      `This request came from another site. Open Nano Sync at ${publicUrl} and try again there.`,
    )
  }
}
