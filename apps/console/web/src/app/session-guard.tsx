import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { sessionQuery } from '../api/session.ts';

/** Takes whoever is signed out meanwhile, here or in another tab, to the sign-in page. Draws nothing. */
export function SessionGuard() {
  const { data: session } = useQuery({ ...sessionQuery, refetchOnWindowFocus: true });
  const navigate = useNavigate();
  const { href } = useLocation();
  const isGoing = useRef(false);
  const isOut = session !== undefined && session.user === null;
  useEffect(() => {
    // Once: on the way there the address is that of the sign-in page already.
    if (isOut && !isGoing.current) void navigate({ to: '/sign-in', search: { next: href }, replace: true });
    isGoing.current = isOut;
  }, [isOut, href, navigate]);
  return null;
}
