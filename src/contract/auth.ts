import { z } from 'zod'
import { TokenScope } from './api-token.ts'
import { reading } from './reading.ts'
import { type RawReply, route } from './route.ts'

/** The specification leaves the shape of a user open: a client also reads a bare name or address. */
export const User = z
  .object({ email: z.string(), name: z.string() })
  .register(reading, { from: (sent) => (typeof sent === 'string' ? { email: sent, name: sent } : sent) })
export type User = z.infer<typeof User>

/** People who may change things that concern everybody. */
export const Administrators = z.object({
  /** Whether the signed-in user is an administrator. */
  is_me: z.boolean(),
  /** Addresses of the administrators. */
  people: z.array(z.string()),
  /** Groups of the sign-in provider. Their members are administrators too. */
  groups: z.array(z.string()),
})
export type Administrators = z.infer<typeof Administrators>

export const AuthState = z.object({
  authenticated: z.boolean(),
  user: User.nullable(),
  /** Null if everybody may do everything, and for a visitor. */
  administrators: Administrators.nullable(),
  /** Scope of the API token a program sends; left out for a browser. */
  token_scope: TokenScope.optional(),
})
export type AuthState = z.infer<typeof AuthState>

const redirect: RawReply = { contentType: 'text/html; charset=utf-8' }

export const auth = {
  check: route({
    method: 'GET',
    path: '/auth/check',
    access: 'anyone',
    summary: 'Get the signed-in user',
    reply: AuthState,
    errors: ['unauthenticated'],
    isNeverCompressed: true,
    rateLimit: 'auth_checks',
  }),
  login: route({
    method: 'GET',
    path: '/auth/login',
    access: 'anyone',
    summary: 'Redirect to the sign-in provider',
    query: z.object({
      return_to: z.string().max(2000).optional(),
      /** Set when the sign-in has been redirected to the public address. */
      redirected: z.string().max(1).optional(),
    }),
    reply: redirect,
    errors: ['unauthenticated'],
    isNeverCompressed: true,
    rateLimit: 'sign_ins',
  }),
  callback: route({
    method: 'GET',
    path: '/auth/callback',
    access: 'anyone',
    summary: 'Complete a sign-in: the provider redirects here',
    reply: redirect,
    errors: ['unauthenticated'],
    isNeverCompressed: true,
    rateLimit: 'sign_ins',
  }),
  logout: route({
    method: 'GET',
    path: '/auth/logout',
    access: 'anyone',
    summary: 'Sign out',
    reply: z.object({ success: z.boolean().register(reading, { from: (sent) => sent !== false }) }),
    errors: ['unauthenticated'],
    activity: 'signed_out',
    hasSideEffects: true,
  }),
}
