import {
  IconFileSpreadsheet,
  IconHierarchy2,
  IconHome,
  IconListCheck,
  IconSettings,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ScreenAccess } from '#contract/route.ts'
import { HomePage } from '../features/home/home-page.tsx'
import { TasksPage } from '../features/sync-tasks/tasks-page.tsx'
import { paths } from '../lib/paths.ts'
import { settingsLabel } from '../shared/settings-pages.ts'

interface ScreenLink {
  label: string
  /** Missing for a screen that only the palette lists. */
  Icon?: typeof IconHome
  isInNavigation: boolean
  isInPalette: boolean
  /** Marks a screen that the specification lacks. The palette shows it only for a search. */
  isOnlySearched?: true
  /** The text of its card on the home page; null for no card. */
  homeText: string | null
}

interface Screen {
  path: string
  access: ScreenAccess
  /** Null for a screen not built yet: its path shows the 404 page. */
  load: (() => Promise<ComponentType>) | null
  /** Links to the screen from the navigation, palette and home page; null for the screens of a single task. */
  link: ScreenLink | null
}

/** Links to a screen that the specification lacks: only a search in the palette finds it. */
const onlySearched = { isInNavigation: false, isInPalette: true, isOnlySearched: true, homeText: null } as const

/** Every screen. Routes, navigation, command palette and home page are built from this list. */
export const screens: readonly Screen[] = [
  {
    path: paths.home,
    access: 'anyone',
    // Home is part of the first script, so the first visit needs no second request.
    load: async () => Home,
    link: { label: 'Home', Icon: IconHome, isInNavigation: true, isInPalette: true, homeText: null },
  },
  {
    path: paths.runs,
    access: 'member',
    load: async () => (await import('../features/runs/runs-page.tsx')).RunsPage,
    link: { label: 'Runs', ...onlySearched },
  },
  {
    path: paths.activity,
    access: 'member',
    load: async () => (await import('../features/activity/activity-page.tsx')).ActivityPage,
    link: { label: 'Activity', ...onlySearched },
  },
  {
    path: paths.tasks,
    access: 'member',
    // The list of tasks is part of the first script because most visits begin with it.
    load: async () => TasksPage,
    link: {
      label: 'Sync Tasks',
      Icon: IconListCheck,
      isInNavigation: true,
      isInPalette: true,
      homeText: 'View, run and organize the sync tasks between your spreadsheets.',
    },
  },
  {
    path: paths.task(':id'),
    access: 'member',
    load: async () => (await import('./task-screen.tsx')).TaskScreen,
    link: null,
  },
  {
    path: paths.taskLogs(':id'),
    access: 'member',
    load: async () => (await import('../features/task-logs/task-logs-page.tsx')).TaskLogsPage,
    link: null,
  },
  {
    path: paths.run(':id', ':run'),
    access: 'member',
    load: async () => (await import('./run-screen.tsx')).RunScreen,
    link: null,
  },
  {
    path: paths.preview(':preview'),
    access: 'member',
    load: async () => (await import('../features/preview/preview-page.tsx')).PreviewPage,
    link: null,
  },
  {
    path: paths.dataCopy(':id'),
    access: 'data_copy',
    load: async () => (await import('../features/data-copy/data-copy-page.tsx')).DataCopyPage,
    link: null,
  },
  {
    path: paths.snoozeAlert,
    access: 'member',
    load: async () => (await import('../features/alerts/snooze-page.tsx')).SnoozePage,
    link: null,
  },
  {
    path: paths.taskTypes,
    access: 'member',
    load: async () => (await import('../features/task-types/task-types-page.tsx')).TaskTypesPage,
    link: { label: 'Task Types', Icon: IconHierarchy2, isInNavigation: true, isInPalette: true, homeText: null },
  },
  {
    path: paths.settings,
    access: 'member',
    load: async () => (await import('../features/settings/settings-page.tsx')).SettingsPage,
    link: { label: 'Settings', Icon: IconSettings, isInNavigation: true, isInPalette: true, homeText: null },
  },
  {
    path: paths.access,
    access: 'member',
    load: async () => (await import('../features/settings/access-page.tsx')).AccessPage,
    link: settingsLink(paths.access),
  },
  {
    path: paths.map,
    access: 'member',
    load: async () => (await import('../features/map/map-page.tsx')).MapPage,
    link: { label: 'Map', Icon: IconHierarchy2, ...onlySearched },
  },
  {
    path: paths.trash,
    access: 'member',
    load: async () => (await import('../features/trash/trash-page.tsx')).TrashPage,
    link: { label: 'Trash', Icon: IconTrash, ...onlySearched },
  },
  {
    path: paths.sessions,
    access: 'member',
    load: async () => (await import('../features/settings/sessions-page.tsx')).SessionsPage,
    link: settingsLink(paths.sessions),
  },
  {
    path: paths.googleSetup,
    access: 'member',
    load: async () => (await import('../features/google-setup/google-setup-page.tsx')).GoogleSetupPage,
    link: settingsLink(paths.googleSetup),
  },
  {
    path: paths.alertChannels,
    access: 'member',
    load: async () => (await import('../features/settings/alert-channels/alert-channels-page.tsx')).AlertChannelsPage,
    link: settingsLink(paths.alertChannels),
  },
  {
    path: paths.apiTokens,
    access: 'member',
    load: async () => (await import('../features/settings/tokens/api-tokens-page.tsx')).ApiTokensPage,
    link: settingsLink(paths.apiTokens),
  },
  {
    path: paths.myAlerts,
    access: 'member',
    load: async () => (await import('../features/settings/my-alerts/my-alerts-page.tsx')).MyAlertsPage,
    link: settingsLink(paths.myAlerts),
  },
  {
    path: paths.importExport,
    access: 'import_export',
    load: async () => (await import('../features/import-export/import-export-page.tsx')).ImportExportPage,
    link: {
      label: 'Import/Export',
      Icon: IconFileSpreadsheet,
      isInNavigation: true,
      isInPalette: true,
      homeText: null,
    },
  },
  {
    path: paths.schedule,
    access: 'schedule',
    load: async () => (await import('../features/scheduled-tasks/scheduled-tasks-page.tsx')).ScheduledTasksPage,
    link: { label: 'Scheduled Tasks', isInNavigation: false, isInPalette: true, homeText: null },
  },
  {
    path: paths.devLogs,
    access: 'dev',
    load: async () => (await import('../features/dev-logs/dev-logs-page.tsx')).DevLogsPage,
    link: { label: 'Dev Logs Viewer', isInNavigation: false, isInPalette: true, homeText: null },
  },
  {
    path: paths.users,
    access: 'anyone',
    load: null,
    link: {
      label: 'View Users',
      Icon: IconUsers,
      isInNavigation: false,
      isInPalette: false,
      homeText: 'See who uses this app.',
    },
  },
]

/** The links to screens, in the order of the list. */
export const screenLinks = screens.flatMap(({ path, link }) => (link ? [{ path, ...link }] : []))

function settingsLink(path: string): ScreenLink {
  return {
    label: settingsLabel(path),
    Icon: IconSettings,
    ...onlySearched,
  }
}

function Home() {
  return (
    <HomePage
      cards={screenLinks.flatMap(({ homeText: text, Icon, ...link }) =>
        text === null || !Icon ? [] : [{ ...link, Icon, text }],
      )}
    />
  )
}
