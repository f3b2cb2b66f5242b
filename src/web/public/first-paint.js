// Applies the saved color scheme and density before the first paint.
{
  const { dataset } = document.documentElement
  const saved = localStorage.getItem('mantine-color-scheme-value')
  const isDark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  dataset.density = localStorage.getItem('nano-sync-density') === 'compact' ? 'compact' : 'comfortable'
}
// Asks for the list while the app loads; early-replies.ts takes it over.
{
  const list = '/api/sync_tasks?page=1&limit=400'
  const get = (path) => fetch(path).catch(() => {})
  const check = get('/auth/check')
  window.earlyReplies = new Map([['/auth/check', check.then((reply) => reply?.clone())]])
  if (location.pathname + location.search === '/sync_tasks') {
    const state = check.then((reply) => reply?.clone().json()).catch(() => {})
    earlyReplies.set(
      list,
      state.then((is) => is?.authenticated && get(list)),
    )
  }
}
