import { Text } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { isTurboHost } from '../lib/is-turbo-host.ts'

const IS_TURBO = isTurboHost(globalThis.location?.hostname ?? '')

/** The product's mark, red in the Turbo variant. */
export function Logo({ size = 22 }: { size?: number }) {
  const color = IS_TURBO ? 'var(--mantine-color-red-text)' : 'var(--mantine-primary-color-text)'
  return <IconFileSpreadsheet size={size} color={color} aria-hidden />
}

/** The product's name; the Turbo variant says so in red. */
export function BrandName() {
  return (
    <>
      Nano Sync
      {IS_TURBO && (
        <>
          {' '}
          <Text span inherit c="var(--mantine-color-red-text)">
            Turbo
          </Text>
        </>
      )}
    </>
  )
}
