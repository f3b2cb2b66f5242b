import { useQuery } from '@tanstack/react-query'
import { useHasExtraCalls } from '../../data/app-info.ts'
import { forecastQuery } from '../../data/runs.ts'

/** The forecast of Run All; never loaded from a server without that call. */
export function useRunAllForecast() {
  return useQuery({ ...forecastQuery(), enabled: useHasExtraCalls() })
}
