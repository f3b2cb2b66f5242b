import type { IconHome } from '@tabler/icons-react'

/** A link of the home page to a screen. */
export interface HomeCard {
  path: string
  label: string
  Icon: typeof IconHome
  text: string
}

export const VERSION_LABEL = '3.0.0'
export const TAGLINE = 'Sync all your spreadsheets data'
