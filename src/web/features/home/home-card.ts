import type { IconHome } from '@tabler/icons-react'

/** Link to a screen on the home page. */
export interface HomeCard {
  path: string
  label: string
  Icon: typeof IconHome
  text: string
}

export const VERSION_LABEL = '3.0.0'
export const TAGLINE = 'Sync all your spreadsheets data'
