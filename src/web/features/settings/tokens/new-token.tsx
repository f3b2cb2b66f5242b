import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from './api-tokens.module.css'

export interface CreatedToken {
  name: string
  token: string
}

interface Props {
  created: CreatedToken
  onClose: () => void
}

/** A token right after its creation, the only time that it is shown. It takes the focus, so that screen readers say so. */
export function NewToken({ created: { name, token }, onClose }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new token takes the focus
  useEffect(() => notice.current?.focus(), [token])
  return (
    <Alert ref={notice} tabIndex={-1} role="status" aria-label="New API token">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Copy the token ‘{name}’ now: <strong>it is not shown again</strong>.
        </Text>
        <code className={classes.token}>{token}</code>
        <Group gap="xs">
          <CopyButton value={token}>
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
