// Preloaded into a node: its clock is off by CHAOS_CLOCK_OFFSET_MS.
const offsetMs = Number(process.env['CHAOS_CLOCK_OFFSET_MS'] ?? 0)
const realNow = Date.now
const now = () => realNow() + offsetMs

globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Date(now()).toString(),
  get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
})
