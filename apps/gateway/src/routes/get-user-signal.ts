import { users } from '@debrief/contracts/endpoints/people';
import { getUser } from '@debrief/contracts/operations/directory-people';
import { getSignal } from '@debrief/contracts/operations/signals';
import { route } from './route.ts';

/** Directory knows who the user is, coaching what was inferred. */
export const getUserSignal = route(users.getUserSignal, () => ({
  handle: async ({ identifier, services }) => {
    const user = await services.request(getUser, identifier);
    const { id, ...profile } = await services.request(getSignal, { user_id: user.id });
    return {
      user_id: user.id,
      external_user_id: user.external_user_id,
      id,
      name: user.name,
      ...profile,
    };
  },
}));
