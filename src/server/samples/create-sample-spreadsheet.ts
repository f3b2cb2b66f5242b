import { createSpreadsheet } from '#server/google/create-spreadsheet.ts'
import { countryRows } from './world-reference.ts'

const TITLE = 'Sample – Countries'

/** Creates a small built-in spreadsheet for a first task. */
export async function createSampleSpreadsheet(sheetsUrl: string): Promise<{ id: string; title: string }> {
  const id = await createSpreadsheet({ sheetsUrl, title: TITLE, tabs: [{ name: 'Countries', rows: countryRows }] })
  return { id, title: TITLE }
}
