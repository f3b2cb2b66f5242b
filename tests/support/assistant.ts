import {
  auth,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
} from '@modelcontextprotocol/client'

export const ASSISTANT_REDIRECT = 'http://127.0.0.1:49152/callback'

/** The state of an assistant that knows nothing but the address of `/mcp`. */
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

/** Registers an assistant; returns the path it would open in a browser. */
export async function askToSignIn({ provider, state }: Assistant, options: ReachedServer): Promise<string> {
  const result = await auth(provider, options)
  if (result !== 'REDIRECT' || !state.authorizationUrl) throw new Error(`The assistant did not ask: ${result}`)
  return state.authorizationUrl.pathname + state.authorizationUrl.search
}

/** Exchanges the code of a redirect for tokens; the redirect has to name the server that issued the code. */
export async function takeTokens({ provider }: Assistant, options: ReachedServer & { redirect: string }) {
  const { redirect, ...server } = options
  const { code = '', iss = '' } = Object.fromEntries(new URL(redirect).searchParams)
  return await auth(provider, { ...server, authorizationCode: code, iss })
}
