import {
  auth,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import type { ApiClient } from './api-client.ts'

export const ASSISTANT_REDIRECT = 'http://127.0.0.1:49152/callback'

/** Creates the state of an assistant that only knows the address of `/mcp`. */
export function newAssistant(name: string) {
  let information: OAuthClientInformationMixed | undefined
  let kept: OAuthTokens | undefined
  let verifier = ''
  let discovered: OAuthDiscoveryState | undefined
  const state = { authorizationUrl: undefined as URL | undefined }
  const provider: OAuthClientProvider = {
    redirectUrl: ASSISTANT_REDIRECT,
    clientMetadata: { client_name: name, redirect_uris: [ASSISTANT_REDIRECT] },
    clientInformation: () => information,
    saveClientInformation(saved) {
      information = saved
    },
    tokens: () => kept,
    saveTokens(tokens) {
      kept = tokens
    },
    redirectToAuthorization(url) {
      state.authorizationUrl = url
    },
    saveCodeVerifier(saved) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(saved) {
      discovered = saved
    },
    discoveryState: () => discovered,
    invalidateCredentials() {
      kept = undefined
    },
  }
  return { state, provider, tokens: () => kept }
}

export type Assistant = ReturnType<typeof newAssistant>

interface ReachedServer {
  serverUrl: string
  fetchFn?: typeof fetch
}

/** Registers an assistant, and returns the path to open in a browser. */
export async function askToSignIn({ provider, state }: Assistant, options: ReachedServer): Promise<string> {
  const result = await auth(provider, options)
  if (result !== 'REDIRECT' || !state.authorizationUrl) throw new Error(`The assistant did not ask: ${result}`)
  return state.authorizationUrl.pathname + state.authorizationUrl.search
}

/** Exchanges the code of a redirect for tokens. The redirect must name the issuer of the code. */
export async function takeTokens({ provider }: Assistant, options: ReachedServer & { redirect: string }) {
  const { redirect, ...server } = options
  const { code = '', iss = '' } = Object.fromEntries(new URL(redirect).searchParams)
  return await auth(provider, { ...server, authorizationCode: code, iss })
}

interface ReachedPage {
  path: string
  page: string
  response: Response
}

/** Follows redirects within the app, as a browser does, and returns the page or the address of the assistant. */
export async function followRedirects(
  browser: ApiClient,
  { path, init }: { path: string; init?: RequestInit | undefined },
): Promise<ReachedPage> {
  const response = await browser.fetch(path, init)
  const location = response.headers.get('location')
  if (location === null) return { path, page: await response.text(), response }
  if (location.startsWith(ASSISTANT_REDIRECT)) return { path: location, page: '', response }
  // Only the path and the query are used.
  const { pathname, search } = new URL(location, ASSISTANT_REDIRECT)
  return await followRedirects(browser, { path: pathname + search })
}

/** Builds the request of a form, as a browser submits it. */
export function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

/** Opens the assistant's address, decides on the consent page, and hands back the code. */
export async function letIn(
  assistant: Assistant,
  { app, scope }: { app: { url: string; member: ApiClient }; scope: string },
): Promise<ReachedPage> {
  const serverUrl = `${app.url}/mcp`
  const consent = await followRedirects(app.member, { path: await askToSignIn(assistant, { serverUrl }) })
  const decided = await followRedirects(app.member, { path: consent.path, init: form({ decision: 'allow', scope }) })
  const outcome = await takeTokens(assistant, { serverUrl, redirect: decided.path })
  if (outcome !== 'AUTHORIZED') throw new Error(`The assistant got no tokens: ${outcome}`)
  return consent
}
