import type { Pool } from 'pg'
import { fullAfterRequestMs, nextSlotMs, type RequestBucket } from '#domain/forecast/request-bucket.ts'
import { MAX_BUCKET_MS } from '#server/storage/correct-times.ts'

interface SlotTime {
  key: string
  bucket: RequestBucket
  nowMs: number
}

/** State of token buckets: the time when each bucket is full again. */
export interface QuotaStore {
  /** Takes a slot. If the bucket has none, returns the time when it may have a slot. */
  take(slot: SlotTime): Promise<number | undefined>
  /** Returns an unused slot. */
  giveBack(slot: Pick<SlotTime, 'key' | 'bucket'>): Promise<void>
  /** Postpones the time when the bucket is full again, unless it is already later. */
  delay(bucket: { key: string; fullAtMs: number }): Promise<void>
  /** The time when the bucket is full again; 0 for an unused bucket. */
  fullAtMs(key: string): Promise<number>
}

/** Buckets of this process alone, for the embedded database, which only one process can use. */
export function createMemoryQuotaStore(): QuotaStore {
  const buckets = new Map<string, number>()
  const fullAt = (key: string) => buckets.get(key) ?? 0
  /** Resets a bucket that would take longer than possible to fill: it was used while the clock was ahead. */
  const correctTime = (key: string, nowMs: number) => {
    if (fullAt(key) > nowMs + MAX_BUCKET_MS) buckets.set(key, nowMs)
  }
  return {
    async take({ key, bucket, nowMs }) {
      correctTime(key, nowMs)
      const slotMs = nextSlotMs(bucket, fullAt(key))
      if (slotMs > nowMs) return slotMs
      buckets.set(key, fullAfterRequestMs(bucket, { fullAtMs: fullAt(key), nowMs }))
      return undefined
    },
    async giveBack({ key, bucket }) {
      buckets.set(key, fullAt(key) - bucket.intervalMs)
    },
    async delay({ key, fullAtMs }) {
      buckets.set(key, Math.max(fullAt(key), fullAtMs))
    },
    fullAtMs: async (key) => fullAt(key),
  }
}

const MAX_KEY_LENGTH = 255

/** Takes a slot if the bucket has one. At `expire`, the bucket is full again and its row is obsolete. */
const takeSlot = `INSERT INTO quota_slots (key, points, expire) VALUES ($1, 0, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET expire = greatest(coalesce(quota_slots.expire, 0), $2::bigint) + $3::bigint
  WHERE coalesce(quota_slots.expire, 0) - $4::bigint <= $2::bigint RETURNING expire`
const readFullAt = 'SELECT expire FROM quota_slots WHERE key = $1'
const giveSlotBack = 'UPDATE quota_slots SET expire = expire - $2::bigint WHERE key = $1'
const delaySlots = `INSERT INTO quota_slots (key, points, expire) VALUES ($1, 0, $2::bigint)
  ON CONFLICT (key) DO UPDATE SET expire = greatest(quota_slots.expire, $2::bigint)`

/** Buckets shared by all nodes. While the database is unreachable, each node counts on its own. */
export function createPostgresQuotaStore(pool: Pool): QuotaStore {
  const own = createMemoryQuotaStore()
  const shortened = (key: string) => key.slice(0, MAX_KEY_LENGTH)
  return {
    async take(slot) {
      const { key, bucket, nowMs } = slot
      const reserveMs = (bucket.burst - 1) * bucket.intervalMs
      try {
        const taken = await pool.query(takeSlot, [shortened(key), nowMs, bucket.intervalMs, reserveMs])
        if (taken.rows.length > 0) return undefined
        const { rows } = await pool.query(readFullAt, [shortened(key)])
        return Math.max(nowMs + 1, nextSlotMs(bucket, Number(rows[0]?.expire ?? 0)))
      } catch {
        return await own.take(slot)
      }
    },
    async giveBack(slot) {
      try {
        await pool.query(giveSlotBack, [shortened(slot.key), slot.bucket.intervalMs])
      } catch {
        await own.giveBack(slot)
      }
    },
    async delay(bucket) {
      await own.delay(bucket)
      await pool.query(delaySlots, [shortened(bucket.key), bucket.fullAtMs]).catch(() => undefined)
    },
    async fullAtMs(key) {
      try {
        const { rows } = await pool.query(readFullAt, [shortened(key)])
        return Number(rows[0]?.expire ?? 0)
      } catch {
        return await own.fullAtMs(key)
      }
    },
  }
}
