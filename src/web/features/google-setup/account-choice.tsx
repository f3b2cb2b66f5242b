import { Card, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { GoogleSetup } from '#contract/google-setup.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { PeopleSteps } from './people-steps.tsx'
import { RobotSteps } from './robot-steps.tsx'

const KINDS = [
  { value: 'robot', label: 'A robot account' },
  { value: 'people', label: "People's own accounts" },
] as const
type Kind = (typeof KINDS)[number]['value']

/** Whose access to spreadsheets the copies use, and how to set it up. */
export function AccountChoice({ setup }: { setup: GoogleSetup }) {
  const signIn = useAppInfo()?.sign_in
  const [chosen, setChosen] = useState<Kind>()
  const kind = chosen ?? (setup.account === null && signIn === 'google' ? 'people' : 'robot')
  return (
    <Card component="section" padding="md" aria-labelledby="google-account">
      <Stack gap="md">
        <div>
          <Title order={2} size="h5" id="google-account">
            Account
          </Title>
          <Text size="sm" c="dimmed">
            A robot account works for everyone, and each spreadsheet is shared with it. With people's own accounts, each
            task reads and writes as the person who owns it.
          </Text>
        </div>
        <SegmentedControl
          data={[...KINDS]}
          value={kind}
          onChange={setChosen}
          aria-label="Account"
          style={{ alignSelf: 'flex-start' }}
        />
        {kind === 'robot' ? <RobotSteps setup={setup} /> : <PeopleSteps setup={setup} />}
      </Stack>
    </Card>
  )
}
