import { expect, test } from 'vitest'
import { earlyRequests } from './early-requests.ts'

test.each([
  { url: '/', isSignedIn: false, addresses: ['/auth/check'] },
  { url: '/sync_tasks', isSignedIn: false, addresses: ['/auth/check'] },
  { url: '/sync_tasks?search=x', isSignedIn: true, addresses: ['/auth/check'] },
  {
    url: '/sync_tasks',
    isSignedIn: true,
    addresses: ['/auth/check', '/api/sync_tasks?page=1&limit=400', '/api/sync_task_types', '/api/app_info'],
  },
])('$url, signed in: $isSignedIn', ({ url, isSignedIn, addresses }) => {
  const links = earlyRequests({ url, isSignedIn }).split(', ')
  expect(links).toEqual(addresses.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`))
})
