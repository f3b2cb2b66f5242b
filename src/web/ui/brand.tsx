import { Text } from '@mantine/core'

const IS_TURBO = window.location.hostname.toLowerCase().includes('turbo')
const TURBO_RED = 'var(--mantine-color-error)'

/** The product logo, red in the Turbo variant. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect x="5" y="2" width="22" height="28" rx="5" fill={IS_TURBO ? TURBO_RED : 'var(--mantine-color-indigo-7)'} />
      <path d="M10 11h12M10 16.5h12M10 22h12M15.5 11v11" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
    </svg>
  )
}

/** The product name, with a red "Turbo" in the Turbo variant. */
export function BrandName() {
  return (
    <>
      Nano Sync
      {IS_TURBO && (
        <>
          {' '}
          <Text span inherit c={TURBO_RED}>
            Turbo
          </Text>
        </>
      )}
    </>
  )
}
