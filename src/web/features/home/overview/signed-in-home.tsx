import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { HomePages } from '../../../shared/home-pages.tsx'
import { BrandName, Logo } from '../../../ui/brand.tsx'
import { type HomeCard, TAGLINE, VERSION_LABEL } from '../home-card.ts'
import { Overview } from './overview.tsx'

/** Home page of signed-in users: the product in a line, then past and upcoming runs. */
export function SignedInHome({ cards }: { cards: readonly HomeCard[] }) {
  return (
    <Stack gap="md">
      <HomePages />
      <Group component="header" gap="xs">
        <Logo size={22} />
        <Title order={1} size="h3">
          <BrandName />
        </Title>
        <Badge variant="default">{VERSION_LABEL}</Badge>
        <Text c="dimmed" size="sm">
          {TAGLINE}
        </Text>
        <Group component="nav" aria-label="Screens" gap="xs" ml={{ base: 0, xs: 'auto' }}>
          {cards.map(({ path, label, Icon, text }) => (
            <Button
              key={path}
              component={Link}
              to={path}
              variant="default"
              size="xs"
              title={text}
              leftSection={<Icon size={14} stroke={1.6} aria-hidden />}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
      <Overview />
    </Stack>
  )
}
