"""Everything that only measures, behind `voice-gateway eval`. An installed package comes without it."""
