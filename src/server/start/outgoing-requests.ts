import { setGlobalProxyFromEnv } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Hosts to reach without a proxy: this machine itself, with the embedded providers, and the metadata servers of clouds. */
const DIRECT = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]', 'metadata.google.internal', '169.254.169.254']

/**
 * Makes every request of this process use the proxy of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Also makes requests trust
 * the system's certificate authorities, in addition to Node's and `NODE_EXTRA_CA_CERTS`. Call it before the first request.
 *
 * Changes `environment`, because Google's library reads `NO_PROXY` from the process's environment.
 */
export function applyProxyAndCertificates(environment: NodeJS.ProcessEnv): void {
  const direct = (environment['no_proxy'] ?? environment['NO_PROXY'] ?? '').split(',').map((host) => host.trim())
  const noProxy = [...new Set([...direct.filter((host) => host !== ''), ...DIRECT])].join(',')
  environment['NO_PROXY'] = noProxy
  environment['no_proxy'] = noProxy
  setGlobalProxyFromEnv(environment)
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
}
