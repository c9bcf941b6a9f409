import type { Asker } from './ask.ts'

const people = ['ana', 'bilal', 'chen', 'dewi', 'emeka', 'freya', 'giulia', 'hana', 'ivo', 'jun', 'kofi', 'lea']
const sayings = [
  'First coffee of the day, and the harbour is still asleep.',
  'Level 40 at last. The final boss took eleven tries.',
  'Does anyone know a good place for breakfast near the old town?',
  'New season, new map, same clumsy landing.',
  'The rain stopped exactly when I got home.',
]
const places = ['Lisbon', 'New York', 'Nairobi', 'Osaka']

/** A few people who post, besides the advertiser's own posts. */
export async function population(ask: Asker, advertiserId: string): Promise<void> {
  for (const text of ['Our beans come off the boat on Thursday.', 'Open beta starts next week. Bring friends.']) {
    await ask.operator('POST', `/users/${advertiserId}/posts`, { text, lang: 'en' })
  }
  for (const [index, name] of people.entries()) {
    const { id } = await ask.operator('POST', '/users', { screen_name: `demo_${name}`, name })
    const location = places[index % places.length] ?? ''
    for (const offset of [0, 2]) {
      const text = sayings[(index + offset) % sayings.length] ?? ''
      await ask.operator('POST', `/users/${id}/posts`, { text, location, lang: 'en' })
    }
  }
}
