import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import type { ToolParts } from './tool-parts.ts'

export function taskPage({ baseUrl }: Pick<ToolParts, 'baseUrl'>, taskId: number | '{id}'): string {
  return `${baseUrl}/sync_tasks/${taskId}`
}

export function runPage(
  parts: Pick<ToolParts, 'baseUrl'>,
  { taskId, runId }: { taskId: number; runId: number },
): string {
  return `${taskPage(parts, taskId)}/runs/${runId}`
}

/** Reads the template of links to spreadsheets, with `{id}` in place of the ID. */
export async function readLinkTemplate(client: Client): Promise<string> {
  return (await client.call(api.operations.info)).spreadsheet_url
}
