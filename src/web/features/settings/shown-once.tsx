import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './settings.module.css'

interface Props {
  label: string
  secret: string
  /** Instructions for the secret. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret for the only time. Takes the focus, so screen readers announce it. */
export function ShownOnce({ label, secret, children, onClose }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new secret takes the focus
  useEffect(() => {
    // Wait for a dialog that closes at the same time, because it returns the focus to its button.
    const timer = setTimeout(() => notice.current?.focus())
    return () => clearTimeout(timer)
  }, [secret])
  return (
    <Alert ref={notice} tabIndex={-1} role="status" aria-label={label}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{children}</Text>
        <code className={classes.secret}>{secret}</code>
        <Group gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
