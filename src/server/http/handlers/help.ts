import { api } from '#contract/api.ts'
import { helpPage } from '#server/http/docs/help-page.ts'
import { type Handler, handler } from '#server/http/handler.ts'

/** Handlers for the Help: the documentation for users. */
export function helpHandlers(): Handler[] {
  return [handler(api.help.page, async ({ query }) => ({ body: await helpPage(query.page) }))]
}
