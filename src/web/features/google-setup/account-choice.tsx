import { Card, Radio, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { CredentialKind, GoogleSetup } from '#contract/google-setup.ts'
import { useAppInfo } from '../../data/app-info.ts'
import classes from './google-setup.module.css'
import { DelegationSteps, FederationSteps, MachineSteps } from './keyless-steps.tsx'
import { PeopleSteps } from './people-steps.tsx'
import { RobotSteps } from './robot-steps.tsx'
import { SharedAddress } from './shared-address.tsx'

type Way = 'key' | 'federation' | 'machine' | 'delegation' | 'people'

const LABELS: Readonly<Record<Way, string>> = {
  key: 'A robot account',
  federation: 'Federation file',
  machine: "The machine's account",
  delegation: 'Delegation',
  people: "People's own accounts",
}
const WITH_A_KEY: readonly Way[] = ['key', 'people']
const WITHOUT_A_KEY: readonly Way[] = ['federation', 'machine', 'delegation', 'people']

const wayByKind: Readonly<Record<CredentialKind, Way>> = {
  key: 'key',
  delegated: 'delegation',
  federation: 'federation',
  impersonated: 'machine',
  machine: 'machine',
  gcloud: 'machine',
  person: 'people',
}

/** The account that runs use to access spreadsheets, and the steps to set it up. */
export function AccountChoice({ setup }: { setup: GoogleSetup }) {
  const { account, credentials, credential_kind: kind } = setup
  const signIn = useAppInfo()?.sign_in
  const current = kind === null ? (signIn === 'google' ? 'people' : undefined) : wayByKind[kind]
  const [chosen, setChosen] = useState<Way>()
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const way = chosen ?? current
  const mayCreateKeys = answer ?? (way === undefined ? undefined : WITH_A_KEY.includes(way) ? 'yes' : 'no')
  const ways = mayCreateKeys === 'no' ? WITHOUT_A_KEY : WITH_A_KEY

  function choose(value: 'yes' | 'no'): void {
    setAnswer(value)
    setChosen(value === 'yes' ? 'key' : 'federation')
  }

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
        {account !== null && <SharedAddress account={account} credentials={credentials} />}
        <Radio.Group
          label="May you create service-account keys?"
          description="Google forbids them in every organization created since May 2024, unless an administrator allows them."
          value={mayCreateKeys ?? null}
          onChange={(value) => choose(value === 'yes' ? 'yes' : 'no')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="yes" label="Yes" />
            <Radio value="no" label="No, or I do not know" />
          </Stack>
        </Radio.Group>
        {mayCreateKeys !== undefined && way !== undefined && (
          <>
            <SegmentedControl
              data={ways.map((value) => ({ value, label: LABELS[value] }))}
              value={way}
              onChange={setChosen}
              aria-label="Account"
              className={classes.ways}
            />
            <Steps way={way} setup={setup} />
          </>
        )}
      </Stack>
    </Card>
  )
}

function Steps({ way, setup }: { way: Way; setup: GoogleSetup }) {
  switch (way) {
    case 'key':
      // A stored key must be deleted before the steps for a new key apply.
      return setup.account === null ? <RobotSteps setup={setup} /> : null
    case 'federation':
      return <FederationSteps />
    case 'machine':
      return <MachineSteps />
    case 'delegation':
      return <DelegationSteps setup={setup} />
    case 'people':
      return <PeopleSteps setup={setup} />
  }
}
