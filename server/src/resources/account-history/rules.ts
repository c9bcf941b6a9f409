import { type Fault, invalidParameter } from '@billposter/contract/language/errors'
import type { Timestamp } from '@billposter/contract/language/field'

/** Both ends of the window are whole hours, and it ends after it starts (Parts 4.2 and 8). */
export function windowFaults(start_time: Timestamp, end_time: Timestamp): Fault[] {
  const uneven = Object.entries({ start_time, end_time }).filter(([, time]) => !time.endsWith(':00:00Z'))
  if (uneven.length > 0) {
    return uneven.map(([name, time]) => invalidParameter(name, `Expected a whole hour, got "${time}" for ${name}`))
  }
  if (start_time < end_time) return []
  return [{ code: 'INVALID_TIME_WINDOW', message: 'end_time must be later than start_time', parameter: 'end_time' }]
}
