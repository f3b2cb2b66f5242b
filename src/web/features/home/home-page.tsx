import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconListCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BrandName, Logo } from '../../ui/brand.tsx'
import { TabTitle } from '../../ui/tab-title.tsx'
import classes from './home-page.module.css'

const VERSION_LABEL = '3.0.0'

/** The landing page. */
export function HomePage() {
  return (
    <Stack gap={40} className={classes.page}>
      <TabTitle screen="Home" />
      <header className={classes.hero}>
        <Logo size={48} />
        <Group gap="sm" justify="center">
          <Title order={1} className={classes.heading}>
            <BrandName />
          </Title>
          <Badge variant="default" size="lg">
            {VERSION_LABEL}
          </Badge>
        </Group>
        <Text c="dimmed" size="lg">
          Sync all your spreadsheets data
        </Text>
      </header>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <HomeCard to="/sync_tasks" title="Sync Tasks" icon={<IconListCheck size={22} stroke={1.6} aria-hidden />}>
          View, run and organize the sync tasks between your spreadsheets.
        </HomeCard>
        <HomeCard to="/users" title="View Users" icon={<IconUsers size={22} stroke={1.6} aria-hidden />}>
          See who uses this app.
        </HomeCard>
      </SimpleGrid>
    </Stack>
  )
}

function HomeCard({ to, title, icon, children }: { to: string; title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Card component={Link} to={to} padding="lg" className={classes.card}>
      <Group gap="sm" mb={6}>
        <span className={classes.icon}>{icon}</span>
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  )
}
